/** The result of a start: a running gateway, or the reason why there is none. */
import type { Siblings } from '../http/siblings.ts'
import type { App } from './app.ts'
import type { AppSettings } from './app-settings.ts'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'

/** A running gateway as its caller sees it, of one process or of several. */
export interface Served {
  readonly folder: DataFolder
  /** Its address. */
  readonly baseUrl: string
  /** A checkout of the test merchant, ready to be opened. */
  readonly testCheckout: string | undefined
  /** The link that creates the first person, if there is none yet and this is a trial on one's own machine. */
  readonly firstLink: string | undefined
  /** Finishes what was accepted, then closes everything. */
  stop(): Promise<void>
}

export interface Running extends Served {
  readonly app: App
  /** The port that is listened on. */
  readonly port: number
}

/** Why it does not start, for a human: what is wrong and what to do. */
export type StartFailure = string

/** The other processes on the same port, as a start needs to know them. */
export interface Company extends Siblings {
  /** It does what a start does once. */
  readonly isFirst: boolean
  /** Resolves immediately if this is the first. */
  untilFirstIsReady(): Promise<void>
}

/** What a node is built with; `sharedLimits` if there is a Redis. */
export type NodeSettings = Config &
  Pick<AppSettings, 'sharedLimits'> & { readonly siblings?: Company | undefined }
