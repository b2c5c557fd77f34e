/**
 * Finds the process of this machine that listens on a port, from Linux's /proc. Other users' processes cannot be seen.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const LISTENS = '0A'

const readOr = <Found>(read: () => Found, otherwise: Found): Found => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

function listeningSockets(port: number): ReadonlySet<string> {
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readOr(() => readFileSync(file, 'utf8'), '').split('\n'),
  )
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const inodes = lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
    return state === LISTENS && local.endsWith(suffix) && inode !== undefined ? [`socket:[${inode}]`] : []
  })
  return new Set(inodes)
}

/** @returns like `node (process 4711)`; undefined if it cannot be seen */
export function portHolder(port: number): string | undefined {
  const sockets = listeningSockets(port)
  if (sockets.size === 0) return undefined
  const pids = readOr(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name))
  const holder = pids.find((pid) =>
    readOr(() => readdirSync(`/proc/${pid}/fd`), []).some((file) =>
      sockets.has(readOr(() => readlinkSync(`/proc/${pid}/fd/${file}`), '')),
    ),
  )
  if (holder === undefined) return undefined
  const name = readOr(() => readFileSync(`/proc/${holder}/comm`, 'utf8').trim(), 'a program')
  return `${name} (process ${holder})`
}
