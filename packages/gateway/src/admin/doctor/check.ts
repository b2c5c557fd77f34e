/** What a check of the doctor is, and how to write one. `doctor.ts` says what they are for. */
import type { Gateway } from '../../api/gateway.ts'
import type { Trial } from '../../callbacks/trial.ts'
import type { BuiltPages } from '../../hosted-pages/built.ts'
import type { TrustProxy } from '../../http/addresses.ts'
import type { GatewayKeys } from '../keys/master-key-state.ts'

/** From good to bad. */
export const STATES = ['fine', 'warning', 'broken'] as const
export type CheckState = (typeof STATES)[number]

export interface Finding {
  readonly state: CheckState
  /** What was found. */
  readonly detail: string
  /** What to do; always set unless the state is fine. */
  readonly remedy?: string
}

export interface DoctorCheck extends Finding {
  readonly name: string
}

export const fine = (detail: string): Finding => ({ state: 'fine', detail })
export const warning = (detail: string, remedy: string): Finding => ({ state: 'warning', detail, remedy })
export const broken = (detail: string, remedy: string): Finding => ({ state: 'broken', detail, remedy })

/** The worst state of all checks. */
export const worstOf = (checks: readonly Finding[]): CheckState =>
  STATES.findLast((state) => checks.some((check) => check.state === state)) ?? 'fine'

/** The settings that the checks look at, beyond those of the app. */
export interface DoctorSettings {
  readonly baseUrl: () => string
  readonly sandboxDelayMs: number
  readonly maxOpenAddresses?: number | undefined
  readonly callbackAllow: readonly string[]
  readonly connectorAllow?: readonly string[] | undefined
  readonly trustProxy: TrustProxy
  /** Names of variables that are set but unknown. */
  readonly unknownVariables?: readonly string[] | undefined
  readonly pages?: BuiltPages | undefined
  /** Variables that show that the gateway is reachable from other machines. */
  readonly noTrialFor: readonly string[]
  /** Set if operators have a separate address. */
  readonly operatorAddress?: { readonly url: () => string } | undefined
  /** The channels of alerts. */
  readonly alerts?: { readonly mail: object | undefined; readonly webhook: object | undefined } | undefined
}

export interface DoctorContext {
  readonly trial: Pick<Trial, 'end'>
  readonly gateway: Gateway
  readonly settings: DoctorSettings
  readonly keys: GatewayKeys
}

export type Look = (context: DoctorContext) => Finding | Promise<Finding>

/** `3 callbacks`, `1 callback`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
