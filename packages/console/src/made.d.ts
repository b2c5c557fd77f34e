/** Modules that the build makes: see `../made/modules.ts`. */

declare module 'made:bodies' {
  /** By request, for those that have a form. */
  export const BODIES: Readonly<
    Record<import('./forms/forms.ts').FormName, import('./forms/shape.ts').GroupShape>
  >
}

declare module 'made:commands' {
  /** By operation, for those whose command a screen shows. */
  export const COMMANDS: Readonly<Record<string, import('./command-line.ts').CommandFacts>>
}

declare module 'made:needs' {
  /** By operation, for those that the navigation names. */
  export const NEEDS: Readonly<Record<string, import('./rights.ts').Capability>>
}
