/** What a start leads to: a gateway that runs, or the sentence that says why there is none. What opens it and what builds it share these. */
import type { Siblings } from '../http/siblings.ts'
import type { App } from './app.ts'
import type { AppSettings } from './app-settings.ts'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'

/** As whoever started it sees it, of one process or of several. */
export interface Served {
  readonly folder: DataFolder
  /** Where it is reached. */
  readonly baseUrl: string
  /** A checkout of the test merchant, ready to be opened. */
  readonly testCheckout: string | undefined
  /** Makes the first person, where there is none yet and it is tried on one's own machine. */
  readonly firstLink: string | undefined
  /** Finishes what was accepted, then closes everything. */
  stop(): Promise<void>
}

export interface Running extends Served {
  readonly app: App
  /** What it really listens on. */
  readonly port: number
}

/** Why it does not start, for a human: what is wrong and what to do. */
export type StartFailure = string

/** The other processes on the same port, as a start needs to know them. */
export interface Company extends Siblings {
  /** It does what a start does once. */
  readonly isFirst: boolean
  /** At once, where this is the first. */
  untilFirstIsReady(): Promise<void>
}

/** What a node is built with; `sharedLimits` where there is a Redis. */
export type NodeSettings = Config &
  Pick<AppSettings, 'sharedLimits'> & { readonly siblings?: Company | undefined }
