import { Children, type ReactNode } from 'react'

/**
 * A number with what it counts, a telephone number, a time of day, a date with its weekday, the month of a bill: what a
 * line must not break in. The text stays as it is; it is only held together.
 */
const whole =
  /0\d{1,3}-\d{2,4}-\d{3,4}|(?:\d+年)?\d+月(?:\d+日(?:（[日月火水木金土]）)?|分)|[＋−約]?\d[\d,.]*[\u00a0 ]?(?:[GMk]B|kbps|円|％|%|か月|か国|時間|時|分|秒|件|回線|回|枚|通|日間|日|月|年|歳|番)(?:（税[込抜]）)?|\d{1,2}:\d{2}/g

/** Text whose numbers keep their units on one line; what is not text passes through. */
export function Sentence({ children }: { readonly children: ReactNode }) {
  return Children.map(children, (child) => (typeof child === 'string' ? partsOf(child) : child))
}

function partsOf(text: string): ReactNode {
  const found = [...text.matchAll(whole)]
  if (found.length === 0) return text
  return found
    .flatMap((match, index) => {
      const before = found[index - 1]
      const from = before === undefined ? 0 : before.index + before[0].length
      return [
        text.slice(from, match.index),
        <span key={match.index} className="nowrap">
          {match[0]}
        </span>,
      ]
    })
    .concat(text.slice((found.at(-1)?.index ?? 0) + (found.at(-1)?.[0].length ?? 0)))
}
