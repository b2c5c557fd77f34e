/**
 * Holds the whole run to some cores: this process, and by inheritance the server, PostgreSQL and pgbench. The server is one thread and
 * pgbench is not, so that their ratio says something only beside the number of cores that they shared.
 */
import { execFileSync } from 'node:child_process'

/**
 * Linux only. To be called before anything is started.
 * @param cores as taskset has them: `0,1` or `0-3`
 * @throws Error where there are no such cores, or no taskset
 */
export function holdToCores(cores: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(process.pid)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
