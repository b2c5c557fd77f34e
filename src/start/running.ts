/** What a start leads to: a gateway that runs, or the sentence that says why there is none. What opens it and what builds it share these. */
import type { App, AppSettings } from './app.ts'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'

export interface Running {
  readonly app: App
  readonly folder: DataFolder
  /** Where it is reached. */
  readonly baseUrl: string
  /** A checkout of the test merchant, ready to be opened. */
  readonly testCheckout: string | undefined
  /** Finishes what was accepted, then closes everything. */
  stop(): Promise<void>
}

/** Why it does not start, for a human: what is wrong and what to do. */
export type StartFailure = string

/** What the house is built with; `sharedLimits` where there is a Redis. */
export type HouseSettings = Config & Pick<AppSettings, 'sharedLimits'>
