/** Files that a command reads and writes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { CliFailure } from './failure.ts'

/** @throws CliFailure */
export function fileBytes(path: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(path === '-' ? 0 : path))
  } catch {
    throw new CliFailure('usage', `the file ${path} cannot be read`)
  }
}

/** @throws CliFailure */
export function jsonFile(path: string): unknown {
  const text = new TextDecoder().decode(fileBytes(path))
  try {
    return JSON.parse(text)
  } catch {
    throw new CliFailure('usage', `the file ${path} is not JSON`)
  }
}

/** Never over one that is there: it may be the one that the bank has. @throws CliFailure */
export function writeNewFile(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 })
  } catch {
    throw new CliFailure('usage', `the file ${path} cannot be written, or is there already`)
  }
}
