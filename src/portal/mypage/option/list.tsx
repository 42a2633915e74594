import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { Fold } from '#portal/mypage/flow/fold.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import type { Offer } from '#portal/mypage/option/load.ts'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDate, formatDateTime, formatPhone, formatYen } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/layout.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { TapLink, TextLink } from '#ui/text-link.tsx'
import type { contractApi } from '#protocol/contract.ts'
import type { Result } from '#protocol/endpoint.ts'

type ListProps = {
  readonly contract: Result<typeof contractApi.contractGet>
  readonly offers: readonly Offer[]
  /** The address asked for something that is not to be had here, or not any more. */
  readonly isInVain: boolean
}

/** By line and for the contract as a whole: what is on, what can be had, at which price, and why not. */
export function OptionList({ contract, offers, isInVain }: ListProps) {
  const { lines } = contract
  if (isEnded(contract))
    return (
      <EmptyState title="ご契約は終了しています">
        オプションも、ご契約と同じ日に終了しました。
      </EmptyState>
    )
  const reason = commonReason(offers)
  const ofLines = lines.map((line) => ({
    id: line.lineId,
    title: fullNameOfLine(line),
    offers: offers.filter((offer) => offer.line?.lineId === line.lineId),
  }))
  const groups = [
    ...ofLines,
    {
      id: 'contract',
      title: 'ご契約全体',
      offers: offers.filter(({ line }) => line === undefined),
    },
  ]
  return (
    <>
      {isInVain ? (
        <Notice title="選ばれたお手続きは、いまはできません">
          状況が変わったか、対象のオプションではありません。いまの状況を、下の一覧でご確認ください。
        </Notice>
      ) : null}
      {reason === undefined ? null : (
        <RefusalNotice title="いまは、新しいオプションを申し込めません" reason={reason} />
      )}
      {groups
        .filter((group) => group.offers.length > 0)
        .map((group) => (
          <Section key={group.id} id={`options-${group.id}`} title={group.title}>
            <OfferGroup
              offers={group.offers}
              isFolded={groups.length > 2}
              isReasonAbove={reason !== undefined}
            />
            {isWithoutVoice(group.offers) ? (
              <p className="small">
                留守番電話などの通話のオプションは、音声通話SIMの回線でお使いいただけます。
              </p>
            ) : null}
          </Section>
        ))}
      <Card>
        <SummaryList
          entries={[
            ['加入した月', '使えるようになった日からの日割りです。'],
            [
              'やめた月',
              '月末の24:00まで使えて、1か月分の料金がかかります。月末までは取り消せます。',
            ],
            [
              '海外での利用',
              'すべての回線で、海外での通信と通話（ローミング）は提供していません。止める手続きはいりません。',
            ],
          ]}
        />
        <p className="small tap">
          <TextLink href="/option">オプションの内容と料金を見る</TextLink>
        </p>
      </Card>
    </>
  )
}

const isWithoutVoice = (ofGroup: readonly Offer[]) =>
  ofGroup.every(({ family, line }) => line !== undefined && family !== 'voice')

type GroupProps = {
  readonly offers: readonly Offer[]
  /** Several lines: what is on is in sight, what could be had on a press. */
  readonly isFolded: boolean
  readonly isReasonAbove: boolean
}

function OfferGroup({ offers, isFolded, isReasonAbove }: GroupProps) {
  const rows = (some: readonly Offer[]) => (
    <ul className="card option-list" role="list">
      {some.map((offer) => (
        <OptionRow key={offer.optionCode} offer={offer} isReasonAbove={isReasonAbove} />
      ))}
    </ul>
  )
  const active = offers.filter(isActive)
  const free = offers.filter((offer) => !isActive(offer))
  if (!isFolded) return rows([...active, ...free])
  return (
    <>
      {active.length === 0 ? <p>ご利用中のオプションはありません。</p> : rows(active)}
      {free.length === 0 ? null : (
        <Fold title="ほかのオプション" hint={`${free.length}件`}>
          {rows(free)}
        </Fold>
      )}
    </>
  )
}

const isActive = ({ state }: Offer) => state !== 'available'

/** The one reason why nothing new can be had, said once. */
function commonReason(offers: readonly Offer[]) {
  const free = offers.filter((offer) => !isActive(offer))
  const [first] = free
  const isCommon =
    first !== undefined &&
    free.every(({ join }) => !join.allowed && join.reasonCode === first.join.reasonCode)
  return isCommon ? first.join : undefined
}

const tones = {
  available: 'neutral',
  joining: 'neutral',
  active: 'good',
  cancel_requested: 'warning',
  ended: 'neutral',
} as const

function OptionRow({
  offer,
  isReasonAbove,
}: {
  readonly offer: Offer
  readonly isReasonAbove: boolean
}) {
  const { name, description, state, stateLabel, monthlyYen, settings, startUrl } = offer
  return (
    <li>
      <p className="option-list__head">
        <strong>{name}</strong>
        {isActive(offer) ? <Badge tone={tones[state]}>{stateLabel}</Badge> : null}
        <span className="option-list__price">
          {monthlyYen === 0 ? '無料' : `月額${formatYen(monthlyYen)}（税込）`}
        </span>
      </p>
      <p className="small muted">{description}</p>
      {settings.length === 0 ? null : (
        <SummaryList
          entries={settings.map(({ label, value }) => [
            label,
            /^0\d{9,10}$/.test(value) ? formatPhone(value) : value,
          ])}
        />
      )}
      {startUrl === undefined ? null : (
        <TapLink href={startUrl}>
          {offer.optionCode === 'publicWifi' ? '使える場所の地図を見る' : `${name}の利用登録へ進む`}
        </TapLink>
      )}
      {offer.optionCode === 'deviceCover' && state === 'active' ? (
        <TapLink href={pages.devices}>端末の登録と、修理・交換の請求</TapLink>
      ) : null}
      <p className="small">{sinceWords(offer)}</p>
      <OptionWay offer={offer} isReasonAbove={isReasonAbove} />
    </li>
  )
}

function sinceWords({ state, joinedAt, endsOn, monthlyYen }: Offer): string {
  if (state === 'joining') {
    const charge =
      monthlyYen === 0 ? '料金はかかりません。' : '料金は、使えるようになった日から始まります。'
    return `設定しています。終わりしだいお知らせします。${charge}`
  }
  if (endsOn !== undefined) return `${formatDate(endsOn)}24:00まで使えます。`
  return joinedAt === undefined ? '' : `${formatDateTime(joinedAt)}から利用しています。`
}

/** Where it is joined, left or taken back; or why not. */
function OptionWay({
  offer,
  isReasonAbove,
}: {
  readonly offer: Offer
  readonly isReasonAbove: boolean
}) {
  const { name, line, optionCode, join, undoes, asks, leavable, state } = offer
  const target = { optionCode, lineId: line?.lineId }
  const of = line === undefined ? '' : `（${fullNameOfLine(line)}）`
  const hidden = <span className="visually-hidden">{`：${name}${of}`}</span>
  if (undoes && join.allowed)
    return (
      <TextLink href={withQuery(pages.option, { step: 'confirm', intent: 'join', ...target })}>
        解約を取り消す{hidden}
      </TextLink>
    )
  if (leavable?.leave.allowed)
    return (
      <TextLink href={withQuery(pages.option, { step: 'confirm', intent: 'leave', ...target })}>
        解約する{hidden}
      </TextLink>
    )
  if (state === 'active') return <p className="small">{leavable?.leave.message}</p>
  if (join.allowed) {
    const step = asks === undefined ? { step: 'confirm', intent: 'join' } : {}
    return (
      <TextLink href={withQuery(pages.option, { ...step, ...target })}>申し込む{hidden}</TextLink>
    )
  }
  if (isReasonAbove || state === 'joining') return null
  const from = join.freeFrom === undefined ? '' : `${formatWhen(join.freeFrom)}から申し込めます。`
  return <p className="small muted">{`${join.message ?? ''}${from}`}</p>
}
