/**
 * Limits the whole run to some cores: this process and, by inheritance, the server, PostgreSQL and pgbench. The server
 * has one thread and pgbench has many, so their ratio means something only for a known number of shared cores.
 */
import { execFileSync } from 'node:child_process'

/**
 * Linux only. Call it before anything is started.
 * @param cores in taskset's format: `0,1` or `0-3`
 * @throws Error if there are no such cores, or no taskset
 */
export function holdToCores(cores: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(process.pid)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
