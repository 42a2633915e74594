import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Badge } from '#ui/badge.tsx'
import { formatDateTime, formatTime } from '#ui/format.ts'
import type { LineRequests } from './wire.ts'

type AskedListProps = {
  readonly requests: LineRequests['requests']
  readonly lineId: string
  readonly keys: FormKeys
}

/** What was asked for and what came of it, the latest first. */
export function AskedList({ requests, lineId, keys }: AskedListProps) {
  if (requests.length === 0) return null
  return (
    <section aria-labelledby="asked-title">
      <h2 id="asked-title" className="visually-hidden">
        これまでのお願い
      </h2>
      <ul className="card family-list" role="list">
        {requests.map((request) => (
          <li key={request.requestId}>
            <Asked {...{ request, lineId, keys }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const tones = { open: 'warning', granted: 'good' } as const

function Asked({
  request: { requestId, label, note, state, stateLabel, askedAt, expiresAt, answer, reply },
  lineId,
  keys,
}: Omit<AskedListProps, 'requests'> & { readonly request: AskedListProps['requests'][number] }) {
  const isOpen = state === 'open'
  return (
    <>
      <p>
        <strong>{isOpen ? `${formatTime(askedAt)}にお願いしました：${label}` : label}</strong>{' '}
        <Badge tone={isOpen || state === 'granted' ? tones[state] : 'neutral'}>{stateLabel}</Badge>
      </p>
      {note === undefined ? null : <p>「{note}」</p>}
      <p className="small muted">
        {isOpen
          ? `返事を待っています。${formatDateTime(expiresAt)}まで待ちます。`
          : formatDateTime(askedAt)}
        {answer === undefined || answer === 'declined' ? null : `・${givenWords[answer]}`}
      </p>
      {reply === undefined ? null : <p>おうちの人から「{reply}」</p>}
      {isOpen ? (
        <KeyedForm
          keys={keys}
          of={`withdraw.${requestId}`}
          values={{ intent: 'withdraw', lineId, requestId }}
        >
          <SubmitRow>お願いを取り消す</SubmitRow>
        </KeyedForm>
      ) : null}
    </>
  )
}

const givenWords = {
  pack: '1GBもらえました',
  more: 'きょうだけ上限が1GB増えました',
  noCap: 'きょうだけ上限がなくなりました',
  speed: '高速にもどりました',
  option: 'オプションを申し込んでもらえました',
} as const
