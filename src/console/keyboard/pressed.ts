/** What a key means in the console; nothing where it is somebody's typing. */
export type Meaning =
  | { readonly what: 'down' | 'up' | 'palette' | 'help' | 'back' | 'send' | 'goNext' }
  | { readonly what: 'letter'; readonly letter: string }
  | { readonly what: 'go'; readonly letter: string }

export type Stroke = {
  readonly key: string
  readonly ctrl: boolean
  readonly meta: boolean
  readonly alt: boolean
  /** While a Japanese word is being composed; `keyCode` 229 where a browser does not say so. */
  readonly isComposing: boolean
  readonly inField: boolean
  /** The letter before it was `g`. */
  readonly afterG: boolean
  /** Letters alone are switched off (WCAG 2.1.4). */
  readonly lettersOff: boolean
}

/** @returns undefined where the key is the browser's or somebody's typing. */
export function meaningOf(stroke: Stroke): Meaning | undefined {
  const { key, ctrl, meta, alt, isComposing, inField, afterG, lettersOff } = stroke
  if (isComposing || alt) return undefined
  if ((ctrl || meta) && key.toLowerCase() === 'k') return { what: 'palette' }
  if ((ctrl || meta) && key === 'Enter') return { what: 'send' }
  if (ctrl || meta) return undefined
  if (key === 'Escape') return { what: 'back' }
  if (inField || lettersOff || key.length !== 1) return undefined
  const letter = key.toLowerCase()
  if (afterG) return { what: 'go', letter }
  if (letter === 'g') return { what: 'goNext' }
  if (letter === 'j') return { what: 'down' }
  if (letter === 'k') return { what: 'up' }
  if (letter === '?') return { what: 'help' }
  return { what: 'letter', letter }
}
