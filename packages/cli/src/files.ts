/** Files that a command reads and writes; `-` is standard input. */
import { readFileSync, writeFileSync } from 'node:fs'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import type { Context } from './context.ts'
import { CliFailure } from './failure.ts'

/** @throws CliFailure */
export function fileBytes({ readInput, locate }: Context, path: string): Uint8Array<ArrayBuffer> {
  try {
    return path === '-' ? readInput() : new Uint8Array(readFileSync(locate(path)))
  } catch (error) {
    const why = errorCode(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${errorCode(error)})`
    throw new CliFailure('usage', `the file ${path} ${why}`)
  }
}

/** @throws CliFailure */
export const fileText = (context: Context, path: string): string =>
  new TextDecoder().decode(fileBytes(context, path))

/** @throws CliFailure */
export function fileJson(context: Context, path: string): unknown {
  const text = fileText(context, path)
  try {
    return JSON.parse(text)
  } catch {
    throw new CliFailure('usage', `the file ${path} is not JSON`)
  }
}

/** Never overwrites a file, which may be the one that the bank has. @throws CliFailure */
export function writeNewFile({ locate }: Context, path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(locate(path), bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new CliFailure('usage', `the file ${path} ${whyNotWritten(error)}`)
  }
}

/** Completes the sentence “the file x …”. */
export function whyNotWritten(error: unknown): string {
  switch (errorCode(error)) {
    case 'EEXIST':
      return 'already exists'
    case 'ENOENT':
      return 'cannot be written: its folder does not exist'
    default:
      return `cannot be written (${errorCode(error)})`
  }
}
