import { formatMoment } from '#console/parts/due.ts'
import { Link } from 'react-router'
import { Facts, Nothing } from '#console/parts/panel.tsx'
import { Rows, type RowColumn } from '#console/parts/rows.tsx'
import { rolesText } from '#console/shell/rail.tsx'
import { ticketPlace } from '#console/shell/places.ts'
import { Badge } from '#ui/badge.tsx'
import { formatDate, formatDateTime, formatYen } from '#ui/format.ts'
import type { PartLoaded } from './load.ts'
import type { ValueOf } from './load-part.ts'
import { MoreLink } from './more-link.tsx'
import { actorWords, loginResultWords } from './words.ts'

type PartProps<Part extends 'contact' | 'device' | 'record'> = {
  readonly value: ValueOf<Part>
  readonly loaded: PartLoaded
}

/** Messages as they were sent. */
export function ContactPart({ value, loaded }: PartProps<'contact'>) {
  return (
    <>
      {value.mailFailure === undefined ? null : (
        <p className="panel__body">
          <Badge tone="warning">メールが届いていません</Badge>{' '}
          {formatDateTime(value.mailFailure.at)}から
        </p>
      )}
      {value.rows.length === 0 ? (
        <Nothing>お送りしたお知らせはありません。</Nothing>
      ) : (
        <ul className="plain-rows plain-rows--tall">
          {value.rows.map(({ noticeId, at, title, body, readAt, mailedTo }) => (
            <li key={noticeId}>
              <time dateTime={at}>{formatDateTime(at)}</time>
              <span>
                <b>{title}</b>
                {body === undefined ? null : <span className="thread__text">{body}</span>}
                <small className="muted">
                  {readAt === undefined
                    ? 'まだ読まれていません'
                    : `${formatDateTime(readAt)}に既読`}
                  {mailedTo === undefined ? null : `・メール ${mailedTo}`}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
      <MoreLink loaded={loaded} cursor={value.nextCursor} />
    </>
  )
}

const loginColumns: readonly RowColumn<ValueOf<'device'>['logins'][number]>[] = [
  ['日時', ({ at }) => formatMoment(at), { isTitle: true }],
  ['結果', ({ result }) => loginResultWords[result]],
  ['端末', ({ device }) => device],
  ['アドレス', ({ addressMasked }) => addressMasked, { isQuiet: true }],
  [
    'はじめての端末',
    ({ newDevice }) => (newDevice ? <Badge tone="warning">はじめて</Badge> : null),
  ],
]

export function DevicePart({ value, loaded }: PartProps<'device'>) {
  return (
    <>
      {value.bought.length === 0 ? null : (
        <div className="panel__body">
          <h3>購入した端末</h3>
          <Facts
            facts={value.bought.map(({ device, purchasedOn, priceYen, instalments }) => [
              device,
              `${formatDate(purchasedOn)}・${formatYen(priceYen)}${
                instalments === undefined ? '' : `・分割の残り${instalments.remaining}回`
              }`,
            ])}
          />
        </div>
      )}
      <p className="panel__body">いまログインしている端末：{value.openLogins}台</p>
      <Rows
        caption="ログインの記録"
        rows={value.logins}
        rowKey={({ loginId }) => loginId}
        columns={loginColumns}
      />
      <MoreLink loaded={loaded} cursor={value.nextCursor} />
    </>
  )
}

const recordColumns: readonly RowColumn<ValueOf<'record'>['rows'][number]>[] = [
  ['日時', ({ at }) => formatMoment(at)],
  ['したこと', ({ words, action }) => words ?? action, { isTitle: true }],
  ['だれ', ({ actor, role }) => (role === undefined ? actorWords[actor] : rolesText([role]))],
  ['対象', ({ target }) => target, { isQuiet: true, onPhone: 'hidden' }],
  [
    '件',
    ({ ticketNo }) =>
      ticketNo === undefined ? null : <Link to={ticketPlace(ticketNo)}>{ticketNo}</Link>,
  ],
]

/** The member's audit chain, the latest first. */
export function RecordList({ value, loaded }: PartProps<'record'>) {
  return (
    <>
      <Rows
        caption="記録"
        rows={value.rows}
        rowKey={({ position }) => String(position)}
        columns={recordColumns}
      />
      <MoreLink loaded={loaded} cursor={value.nextCursor} />
    </>
  )
}
