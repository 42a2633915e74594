import { giftCodeWords } from '#vocabulary/gift.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime, formatVolume } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import type { Gifts } from './start.tsx'
import { useEffect, useState } from 'react'

type GivenGift = Gifts['given'][number]
type ReceivedGift = Gifts['received'][number]
type Lot = GivenGift['lots'][number]

/** 「300 MB・2026年12月31日24:00まで」 */
export const lotWords = ({ bytes, endsAt }: Lot) =>
  `${formatVolume(bytes, 'quota')}・${formatLimit(endsAt)}`

function Lots({ lots }: { readonly lots: readonly Lot[] }) {
  if (lots.length === 0) return null
  return <p className="small muted">使える期限：{lots.map(lotWords).join('、')}</p>
}

/** What waits for this contract alone: one press takes it. */
export function Offered({
  offered,
  keys,
}: {
  readonly offered: readonly ReceivedGift[]
  readonly keys: FormKeys
}) {
  if (offered.length === 0) return null
  return (
    <Section id="offered" title="届いているギフト">
      <ul className="card gift-list" role="list">
        {offered.map(({ giftId, nickname, bytes, lots, expiresAt }) => (
          <li key={giftId} className="flow">
            <p>
              <strong>{formatVolume(bytes, 'quota')}</strong>（{nickname}さんから）
            </p>
            <Lots lots={lots} />
            {expiresAt === undefined ? null : (
              <p className="small muted">受け取りの期限：{formatLimit(expiresAt)}</p>
            )}
            <KeyedForm keys={keys} of={`accept.${giftId}`} values={{ intent: 'accept', giftId }}>
              <SubmitRow kind="primary">
                受け取る<span className="visually-hidden">（{nickname}さんから）</span>
              </SubmitRow>
            </KeyedForm>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What was given: an open one with its code and the way back. */
export function Given({
  given,
  keys,
  lineId,
}: {
  readonly given: readonly GivenGift[]
  readonly keys: FormKeys
  readonly lineId: string | undefined
}) {
  return (
    <Section id="given" title="贈ったデータ">
      {given.length === 0 ? (
        <EmptyState title="贈ったデータは、まだありません">
          贈ると、お相手に伝えるコードと、受け取られたかどうかをここに表示します。
        </EmptyState>
      ) : (
        <ul className="card gift-list" role="list">
          {given.map((gift) => (
            <li key={gift.giftId} className="flow">
              <GivenRow {...{ gift, keys, lineId }} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** What came back is neither good nor bad. */
const tones = {
  open: 'warning',
  taken: 'good',
  undone: 'neutral',
  expired: 'neutral',
  ended: 'neutral',
} as const

function GivenRow({
  gift,
  keys,
  lineId,
}: {
  readonly gift: GivenGift
  readonly keys: FormKeys
  readonly lineId: string | undefined
}) {
  const { giftId, bytes, lots, code, toName, byUser, state, givenAt, expiresAt, takenAt } = gift
  const volume = formatVolume(bytes, 'quota')
  return (
    <>
      <p>
        <strong>{volume}</strong> <Badge tone={tones[state]}>{gift.stateLabel}</Badge>
      </p>
      {code === undefined ? null : <Code code={code} volume={volume} />}
      <p className="small muted">
        {toName === undefined ? null : `${toName}さんへ・`}
        {byUser && lineId === undefined ? '回線を使う人から・' : null}
        {gift.nickname}の名前で・{formatDateTime(givenAt)}
        {takenAt === undefined ? null : `・受け取り ${formatDateTime(takenAt)}`}
      </p>
      {state === 'open' ? (
        <p className="small muted">受け取りの期限：{formatLimit(expiresAt)}</p>
      ) : null}
      <Lots lots={lots} />
      {gift.canUndo ? (
        <KeyedForm
          keys={keys}
          of={`undo.${giftId}`}
          values={{ intent: 'undo', giftId, ...(lineId !== undefined && { lineId }) }}
        >
          <SubmitRow>
            取り消す<span className="visually-hidden">（{volume}のギフト）</span>
          </SubmitRow>
        </KeyedForm>
      ) : null}
    </>
  )
}

function Code({ code, volume }: { readonly code: string; readonly volume: string }) {
  const words = giftCodeWords(code)
  return (
    <p className="gift-code">
      <code>{words}</code> <CopyButton text={code} label={`${volume}のギフトのコード`} />{' '}
      <ShareButton
        text={`データ${volume}を贈ります。マイページの「データを贈る・受け取る」で、コード ${words} を入力してください。`}
      />
    </p>
  )
}

/** What has come, with its end. */
export function Received({ received }: { readonly received: readonly ReceivedGift[] }) {
  if (received.length === 0) return null
  return (
    <Section id="received" title="受け取ったデータ">
      <ul className="card gift-list" role="list">
        {received.map(({ giftId, nickname, bytes, lots, takenAt }) => (
          <li key={giftId} className="flow">
            <p>
              <strong>{formatVolume(bytes, 'quota')}</strong>（{nickname}さんから）
            </p>
            {takenAt === undefined ? null : (
              <p className="small muted">{formatDateTime(takenAt)}に受け取りました。</p>
            )}
            <Lots lots={lots} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Opens the phone's own sheet of where to send something; not there where the browser has none. */
function ShareButton({ text }: { readonly text: string }) {
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare(typeof navigator.share === 'function'), [])
  if (!canShare) return null
  // Closing the sheet without sending anything is no fault.
  const share = () => void navigator.share({ text }).catch(() => undefined)
  return (
    <Button type="button" onClick={share}>
      送る
    </Button>
  )
}
