/**
 * Parts of Sluice that an installation can leave out: packages of their own, because of what they bring along. They are loaded when they
 * are first used, so that no start waits for them.
 */
export class PartNotInstalled extends Error {
  override readonly name = 'PartNotInstalled'

  /** @param of what needs the part: `A statement as PDF` */
  constructor(packageName: string, of: string) {
    super(
      `${of} needs the package ${packageName}, which this installation leaves out: add it and restart the gateway`,
    )
  }
}

/**
 * @param load imports the package
 * @throws PartNotInstalled where the package is missing
 */
export async function optionalPart<Part>(
  { packageName, of }: { readonly packageName: string; readonly of: string },
  load: () => Promise<Part>,
): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (isMissing(error, packageName)) throw new PartNotInstalled(packageName, of)
    throw error
  }
}

/** The package itself, and nothing that it needs: that would be a fault of the installation. */
const isMissing = (error: unknown, packageName: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${packageName}'`)
