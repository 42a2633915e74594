import { escapeMarkup } from '../content/escape-markup.ts'

/** A block of code; it scrolls inside, and can be scrolled by keyboard. */
export const codeBlock = (label: string, markup: string): string =>
  `<pre class="code" tabindex="0" role="group" aria-label="${escapeMarkup(label)}"><code>${markup}</code></pre>`

/** Names, texts and other values in colours of their own; nothing is told by the colour alone. */
export function jsonMarkup(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2)
  const parts = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d+(?:\.\d+)?|true|false|null)/gu
  let from = 0
  let markup = ''
  for (const found of text.matchAll(parts)) {
    const [whole, quoted, colon, plain] = found
    markup += text.slice(from, found.index)
    if (quoted !== undefined && colon !== undefined) markup += `${span('key', quoted)}${colon}`
    else if (quoted !== undefined) markup += span('text', quoted)
    else markup += span('value', plain ?? '')
    from = found.index + whole.length
  }
  return markup + text.slice(from)
}

const span = (kind: 'key' | 'text' | 'value', text: string) =>
  `<span class="code__${kind}">${escapeMarkup(text)}</span>`
