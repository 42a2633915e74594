/** What we use of fontkit, which has no types of its own. */
declare module 'fontkit' {
  export type Font = {
    unitsPerEm: number
    layout: (text: string) => {
      advanceWidth: number
      glyphs: { path: { commands: { command: string; args: number[] }[] } }[]
      positions: { xAdvance: number }[]
    }
  }
  export function openSync(file: string): Font
  export function create(file: Uint8Array): Font
}
