/**
 * Reads the QR code as a payer's app would, with the camera or from a saved picture, and checks that it is this payment's. This proves that
 * the shop's code is readable. If the browser has no reader, one is loaded.
 */
import { useEffect, useRef, useState } from 'preact/hooks'

type Verdict = 'match' | 'other' | 'none' | 'no-camera' | undefined

const WORDS: Readonly<Record<Exclude<Verdict, undefined>, string>> = {
  match: 'Read: it is the code of this payment.',
  other: 'Read, but it is the code of another payment.',
  none: 'There is no code in this picture.',
  'no-camera': 'The camera cannot be used here. Choose a saved picture instead.',
}

const LOOK_EVERY_MS = 250
/** More pixels only take longer. */
const MAX_SIDE = 1_000

/** @returns the text of the code in the picture, if there is one */
async function readCode(
  source: CanvasImageSource,
  width: number,
  height: number,
): Promise<string | undefined> {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen || canvas.width === 0) return undefined
  pen.drawImage(source, 0, 0, canvas.width, canvas.height)
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
  const { default: jsQR } = await import('jsqr')
  return jsQR(data, canvas.width, canvas.height)?.data
}

export function Scanner({ expected }: { readonly expected: string }) {
  const [verdict, setVerdict] = useState<Verdict>()
  const [isOn, setOn] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const judge = (text: string | undefined): void =>
    setVerdict(text === undefined ? 'none' : text === expected ? 'match' : 'other')

  useEffect(() => {
    if (!isOn) return
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout>
    let isHere = true
    const look = async (): Promise<void> => {
      const screen = video.current
      const text = screen ? await readCode(screen, screen.videoWidth, screen.videoHeight) : undefined
      if (!isHere) return
      if (text === undefined) timer = setTimeout(look, LOOK_EVERY_MS)
      else {
        judge(text)
        setOn(false)
      }
    }
    const open = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (!isHere || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      void look()
    }
    const stop = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    open().catch(() => {
      setVerdict('no-camera')
      setOn(false)
    })
    return () => {
      isHere = false
      clearTimeout(timer)
      stop()
    }
  }, [isOn])

  const readFile = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const picture = await createImageBitmap(file).catch(() => undefined)
    judge(picture && (await readCode(picture, picture.width, picture.height)))
  }

  return (
    <details class="scanner">
      <summary>Read the QR code</summary>
      {isOn && <video ref={video} muted playsInline />}
      <button type="button" class="secondary" onClick={() => setOn(!isOn)}>
        {isOn ? 'Stop the camera' : 'Use the camera'}
      </button>
      <label class="secondary file">
        Choose a saved picture
        <input
          type="file"
          accept="image/*"
          class="hidden"
          onChange={({ currentTarget }) => readFile(currentTarget.files?.[0])}
        />
      </label>
      <p role="status">{verdict && WORDS[verdict]}</p>
    </details>
  )
}
