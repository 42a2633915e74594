import { OutageCard } from '#portal/site/outage/outage-card.tsx'
import { Facts } from '#console/parts/panel.tsx'
import type { OutageOnBoard } from '#protocol/outage.ts'
import { previewOf } from './preview.ts'
import { factsOfTyped } from './words.ts'

type CheckWordsProps = {
  readonly typed: Readonly<Record<string, string>>
  readonly follows: string
  readonly asOf: string
  /** What stands on the board now; none: it is new. */
  readonly entry?: OutageOnBoard
}

/** What was typed, and the entry as members will read it: what reports a moment to the ministry is on no page of theirs. */
export function CheckWords({ typed, follows, asOf, entry }: CheckWordsProps) {
  const entries = factsOfTyped(typed).filter(([, words]) => words !== undefined && words !== '')
  const preview = typed['intent'] === 'reported' ? undefined : previewOf(typed, asOf, entry)
  return (
    <>
      <Facts facts={entries} />
      {preview === undefined ? null : (
        <section aria-label="会員が読む画面">
          <h3>会員が読む画面</h3>
          <div className="as-members">
            <OutageCard outage={preview} />
          </div>
        </section>
      )}
      <p className="muted">{follows}</p>
    </>
  )
}
