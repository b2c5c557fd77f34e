/** What the build makes: see `../made/modules.ts`. */

declare module 'made:bodies' {
  /** By the request for which there is a form. */
  export const BODIES: Readonly<
    Record<import('./forms/forms.ts').FormName, import('./forms/shape.ts').GroupShape>
  >
}

declare module 'made:commands' {
  /** By operation; of those only for which a screen shows the command. */
  export const COMMANDS: Readonly<Record<string, import('./command-line.ts').CommandFacts>>
}

declare module 'made:needs' {
  /** By operation; of those that the navigation names. */
  export const NEEDS: Readonly<Record<string, import('./rights.ts').Capability>>
}
