/**
 * Where this installation keeps packages and what it made of them: the `node_modules` folder with the package `node`, which the command
 * brings. It is found by its place, in a checkout as well as where the packages were installed.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function modulesFolder(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    if (existsSync(join(modules, 'node'))) return modules
    if (folder === dirname(folder)) return join(import.meta.dirname, '../../node_modules')
  }
}

/** What can be made again: compiled code and prepared databases. It belongs to the installation: others must not write to it. */
export const CACHE_FOLDER = join(modulesFolder(), '.cache/sluice')
