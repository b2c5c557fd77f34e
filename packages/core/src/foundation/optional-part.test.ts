import { describe, expect, it } from 'vitest'
import { optionalPart } from './optional-part.ts'

const MISSING = { packageName: '@sluice/none', of: 'A statement as PDF' }

describe('an optional part', () => {
  it('is what its package exports', async () => {
    const part = await optionalPart({ packageName: 'typebox', of: 'A schema' }, () => import('typebox'))
    expect(part.Type.String()).toEqual({ type: 'string' })
  })

  it('names its package if it is missing', async () => {
    const name: string = MISSING.packageName
    await expect(optionalPart(MISSING, () => import(name))).rejects.toThrow(
      'A statement as PDF needs the package @sluice/none, which this installation leaves out',
    )
  })

  it('is not called missing where it is there and its own package is not', async () => {
    const other: string = '@sluice/something-it-needs'
    await expect(optionalPart(MISSING, () => import(other))).rejects.toMatchObject({
      code: 'ERR_MODULE_NOT_FOUND',
    })
  })
})
