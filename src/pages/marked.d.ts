/** The part of `marked` that the guides take, and no more of it. */
declare module 'marked' {
  export interface Token {
    readonly type: string
  }

  export namespace Tokens {
    interface TableCell {
      readonly text: string
      readonly tokens: Token[]
    }
  }

  interface Renderer {
    readonly parser: {
      readonly textRenderer: object
      parseInline(tokens: readonly Token[], renderer?: object): string
    }
  }

  /** How each kind of token becomes HTML. */
  export interface RendererObject {
    heading(this: Renderer, token: { readonly tokens: Token[]; readonly depth: number }): string
    link(this: Renderer, token: { readonly href: string; readonly tokens: Token[] }): string
    image(this: Renderer, token: { readonly href: string; readonly text: string }): string
    html(this: Renderer, token: { readonly text: string }): string
    code(this: Renderer, token: { readonly text: string }): string
    table(
      this: Renderer,
      token: {
        readonly header: readonly Tokens.TableCell[]
        readonly rows: readonly (readonly Tokens.TableCell[])[]
      },
    ): string
  }

  export class Marked {
    constructor(options: { readonly gfm: true; readonly renderer: RendererObject })
    parse(markdown: string, options: { readonly async: false }): string
  }
}
