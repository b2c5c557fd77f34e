import { describe, expect, it } from 'vitest'
import { optionalPart } from './optional-part.ts'

const MISSING = { packageName: '@sluice/none', of: 'A statement as PDF' }

describe('an optional part', () => {
  it('is what its package exports', async () => {
    const part = await optionalPart({ packageName: 'typebox', of: 'A schema' }, () => import('typebox'))
    expect(part.ok && part.value.Type.String()).toEqual({ type: 'string' })
  })

  it('names its package if it is missing', async () => {
    const name: string = MISSING.packageName
    expect(await optionalPart(MISSING, () => import(name))).toEqual({
      ok: false,
      failure: expect.stringMatching(
        /^A statement as PDF needs the package @sluice\/none, which this installation leaves out/,
      ),
    })
  })

  it('is not called missing if a package that it needs is', async () => {
    const other: string = '@sluice/something-it-needs'
    await expect(optionalPart(MISSING, () => import(other))).rejects.toMatchObject({
      code: 'ERR_MODULE_NOT_FOUND',
    })
  })
})
