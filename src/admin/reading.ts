/** Reading the properties of a JSON object with all their faults at once: what the operators' larger documents have in common. */
import type { Fault } from '../http/problems.ts'
import { type Body, isObject } from '../intake/requests.ts'

interface TextRule {
  readonly need?: boolean
  readonly max: number
  readonly form?: RegExp
  /** An example, for the message. */
  readonly like?: string
}

/** Nothing that would break a line or a field of what it is written into. */
const CONTROL = /[\p{Cc}\p{Cs}]/u

export class BodyReading {
  readonly body: Body
  readonly faults: Fault[]
  readonly #path: string

  constructor(body: Body, path = '', faults: Fault[] = []) {
    this.body = body
    this.faults = faults
    this.#path = path
  }

  /** @param path within this object: `/name` */
  fault(path: string, code: Fault['code'], message: string): void {
    this.faults.push({ path: this.#path + path, code, message })
  }

  /** The object under a name; its faults are these. */
  part(name: string, need: boolean): BodyReading {
    const value = this.body[name]
    if (value === undefined && need) this.fault(`/${name}`, 'REQUIRED', 'is mandatory')
    else if (value !== undefined && !isObject(value))
      this.fault(`/${name}`, 'WRONG_TYPE', 'must be a JSON object')
    const isThere = isObject(value)
    // The faults of what is not there are one.
    return new BodyReading(isThere ? value : {}, `${this.#path}/${name}`, isThere ? this.faults : [])
  }

  /** Trimmed. */
  text(name: string, { need = false, max, form, like }: TextRule): string | undefined {
    const value = this.body[name]
    if (value === undefined) {
      if (need) this.fault(`/${name}`, 'REQUIRED', 'is mandatory')
      return undefined
    }
    const text = typeof value === 'string' ? value.trim() : ''
    if (text === '') this.fault(`/${name}`, 'WRONG_TYPE', 'must be a text that is not empty')
    else if ([...text].length > max) this.fault(`/${name}`, 'TOO_LONG', `must have at most ${max} characters`)
    else if (CONTROL.test(text))
      this.fault(`/${name}`, 'INVALID_CHARACTER', 'must not have control characters')
    else if (form && !form.test(text)) {
      const example = like === undefined ? 'has characters that it cannot have' : `must be like ${like}`
      this.fault(`/${name}`, 'INVALID_FORMAT', example)
    } else return text
    return undefined
  }

  flag(name: string, otherwise: boolean): boolean
  flag(name: string, otherwise: undefined): boolean | undefined
  flag(name: string, otherwise: boolean | undefined): boolean | undefined {
    const value = this.body[name]
    if (typeof value === 'boolean') return value
    if (value !== undefined) this.fault(`/${name}`, 'WRONG_TYPE', 'must be true or false')
    else if (otherwise === undefined) this.fault(`/${name}`, 'REQUIRED', 'must be true or false')
    return otherwise
  }

  whole(name: string, { from, to, otherwise }: { from: number; to: number; otherwise: number }): number {
    const value = this.body[name]
    if (value === undefined) return otherwise
    if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return value
    this.fault(`/${name}`, 'OUT_OF_RANGE', `must be a whole number from ${from} to ${to}`)
    return otherwise
  }

  choice<Value extends string>(name: string, of: readonly Value[], otherwise: Value): Value
  choice<Value extends string>(name: string, of: readonly Value[], otherwise: undefined): Value | undefined
  choice<Value extends string>(
    name: string,
    of: readonly Value[],
    otherwise: Value | undefined,
  ): Value | undefined {
    const value = this.body[name]
    if (value === undefined) return otherwise
    const found = of.find((each) => each === value)
    if (found === undefined) this.fault(`/${name}`, 'UNKNOWN_VALUE', `must be one of ${of.join(', ')}`)
    return found ?? otherwise
  }

  /** At least one, none twice. */
  choices<Value extends string>(name: string, of: readonly Value[]): readonly Value[] {
    const value = this.body[name]
    const chosen = Array.isArray(value) ? of.filter((each) => value.includes(each)) : []
    if (value === undefined) this.fault(`/${name}`, 'REQUIRED', 'is mandatory')
    else if (!Array.isArray(value) || value.length === 0 || chosen.length !== value.length)
      this.fault(`/${name}`, 'UNKNOWN_VALUE', `must be a list of: ${of.join(', ')}; none twice`)
    else return value.flatMap((each: unknown) => of.find((known) => known === each) ?? [])
    return []
  }

  list<Value>(
    name: string,
    max: number,
    is: (value: unknown) => value is Value,
    words: string,
  ): readonly Value[] | undefined {
    const value: unknown = this.body[name]
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.length <= max && value.every(is)) return value
    this.fault(`/${name}`, 'WRONG_TYPE', `must be a list of at most ${max}: ${words}`)
    return undefined
  }
}
