/** Writes values as source code for `npm run docs`. */

/** In the formatter's style: every object over several lines. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return `'${String(value).replaceAll("'", "\\'")}'`
  const inner = `${indent}  `
  const rows = Object.entries(value).map(([name, each]) => `${inner}${name}: ${literal(each, inner)},\n`)
  return `{\n${rows.join('')}${indent}}`
}
