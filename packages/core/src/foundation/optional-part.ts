/**
 * Loads a part of Sluice that an installation can leave out: a package of its own, because of what it brings along. It is loaded when it
 * is first used, so no start waits for it. A missing package is an expected failure, which says what to add.
 */
import { fail, type Result, succeed } from './result.ts'

export interface OptionalPart {
  readonly packageName: string
  /** What needs the part: `A statement as PDF`. */
  readonly of: string
}

/**
 * @param load imports the package
 * @returns its exports, or a sentence without a full stop that says which package is missing
 */
export async function optionalPart<Part>(
  { packageName, of }: OptionalPart,
  load: () => Promise<Part>,
): Promise<Result<Part, string>> {
  try {
    return succeed(await load())
  } catch (error) {
    if (!isMissing(error, packageName)) throw error
    return fail(
      `${of} needs the package ${packageName}, which this installation leaves out: add it and restart the gateway`,
    )
  }
}

/** Whether the package itself is missing. If a package that it needs is missing, the installation is broken. */
const isMissing = (error: unknown, packageName: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${packageName}'`)
