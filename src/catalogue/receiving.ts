/** Checks the receiving details that a processor supplies, or an operator has typed into a form. */
import { fail, type Result, succeed } from '../foundation/result.ts'
import { checkPageUrl } from '../foundation/urls.ts'
import { type FieldFault, isObject, textAt } from './faults.ts'
import type { PayinMethod, Receiving } from './method.ts'

/** QR payloads and forms take far less; URLs may need this much. */
const MAX_LENGTH = 2048

/** @returns the details this method knows, without what it does not; or all faults, as pointers into `details` */
export function checkReceiving(method: PayinMethod, details: unknown): Result<Receiving, FieldFault[]> {
  if (!isObject(details))
    return fail([{ path: '', code: 'WRONG_TYPE', message: 'Receiving details are an object.' }])
  const faults: FieldFault[] = []
  const known: Record<string, string> = {}
  for (const [name, { need, description, form }] of Object.entries(method.receiving)) {
    const path = `/${name}`
    const text = textAt(details, name, path, MAX_LENGTH, faults)
    const page = text !== undefined && form === 'page' ? checkPageUrl(text) : undefined
    if (page && !page.ok) faults.push({ path, ...page.failure })
    else if (text !== undefined) known[name] = text
    else if (need === 'mandatory' && details[name] === undefined) {
      faults.push({
        path,
        code: 'REQUIRED',
        message: `is mandatory for ${method.object}: ${description}`,
      })
    }
  }
  return faults.length > 0 ? fail(faults) : succeed(known)
}
