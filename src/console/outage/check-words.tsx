import { Facts } from '#console/parts/panel.tsx'
import { factsOfTyped } from './words.ts'

/** What will stand on the board, before it does. */
export function CheckWords({
  typed,
  follows,
}: {
  readonly typed: Readonly<Record<string, string>>
  readonly follows: string
}) {
  const entries = factsOfTyped(typed).filter(([, words]) => words !== undefined && words !== '')
  return (
    <>
      <Facts facts={entries} />
      {typed['message'] === undefined ? null : <p className="thread__text">{typed['message']}</p>}
      <p className="muted">{follows}</p>
    </>
  )
}
