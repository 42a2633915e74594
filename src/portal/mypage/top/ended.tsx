import { Card, LinkList } from '#ui/card.tsx'
import { formatDate, formatPhone } from '#ui/format.ts'
import type { Contract } from '#portal/mypage/shared/wire.ts'
import { placesFor } from '../places.ts'

/** In the place of the data: what has ended and when. */
export function EndedStage({ contract }: { readonly contract: Contract }) {
  const { endsOn, statusLabel, planName, lines } = contract
  const [first] = lines
  return (
    <section className="stage stage--quiet mystage mystage--ended" aria-labelledby="ended-title">
      <div className="mystage__inner">
        <div className="mystage__words">
          <p className="small muted" id="ended-title">
            ご契約は終了しました（{statusLabel}）
          </p>
          {endsOn === undefined ? null : (
            <p className="mystage__end">
              <time dateTime={endsOn}>{formatDate(endsOn)}</time>
            </p>
          )}
          <p className="small muted">
            {first === undefined ? '' : `${formatPhone(first.number)}・`}
            {planName}
          </p>
        </div>
        <svg className="ring mystage__ring" viewBox="0 0 160 160" aria-hidden="true">
          <circle className="ring__void" cx="80" cy="80" r="72" />
          <circle className="ring__broken" cx="80" cy="80" r="24" strokeWidth="3" />
        </svg>
      </div>
    </section>
  )
}

/** What can still be read. */
export function EndedRecords() {
  return (
    <Card>
      <h2>終了後も見られるもの</h2>
      <LinkList
        entries={placesFor('ended').map(({ href, label, hint }) => ({ href, label, hint }))}
      />
      <p className="small muted">契約書面は、終了から3か月間ダウンロードできます。</p>
      <p className="small muted">
        変更の手続きはできません。もう一度使うときは、<a href="/order">新しく申し込む</a>
        ことができます。
      </p>
    </Card>
  )
}
