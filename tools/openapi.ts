/**
 * `node tools/openapi.ts`, run by `npm run docs`: writes the descriptions of the server's two APIs to `docs/openapi/`,
 * where a change of an API is reviewed line by line. The client's types are made from them (`tools/generated.ts`).
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isObject, type JsonObject } from '@sluice/core/catalogue/plain-text.ts'
import { ROOT } from './docs.ts'
import { inLines } from './openapi/lines.ts'
import { expanded, reviewable } from './openapi/reviewable.ts'

interface Api {
  readonly name: 'merchants' | 'operators'
  /** Where the server serves its description. */
  readonly description: string
}

export const APIS: readonly Api[] = [
  { name: 'merchants', description: '/openapi.json' },
  { name: 'operators', description: '/admin/openapi.json' },
]

export const openapiFile = ({ name }: Pick<Api, 'name'>): string => join(ROOT, `docs/openapi/${name}.json`)

/** The API as its file describes it, without references. */
export function describedInFile(api: Pick<Api, 'name'>): JsonObject {
  const document: unknown = JSON.parse(readFileSync(openapiFile(api), 'utf8'))
  if (!isObject(document)) throw new Error(`${openapiFile(api)} describes nothing`)
  return expanded(document)
}

export const openapiText = (document: unknown): string => `${inLines(reviewable(document))}\n`

if (import.meta.main) {
  // Loads the whole gateway, which reading the files does not need.
  const { describedBy } = await import('./described.ts')
  for (const api of APIS) {
    mkdirSync(join(ROOT, 'docs/openapi'), { recursive: true })
    const [file, text] = [openapiFile(api), openapiText(await describedBy(api.description))]
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    writeFileSync(file, text)
    process.stdout.write(`${relative(ROOT, file)} written\n`)
  }
}
