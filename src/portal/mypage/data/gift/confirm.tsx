import type { Attempted } from '#portal/mypage/flow/attempt.ts'
import { ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { KeyFigures } from '#portal/mypage/flow/key-figures.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { giftApi } from '#protocol/gift.ts'
import { Card } from '#ui/card.tsx'
import { formatVolume } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { giftHref } from './address.ts'
import { lotWords } from './lists.tsx'
import type { Gifts } from './start.tsx'
import { TapLink } from '#ui/text-link.tsx'

type Estimate = Result<typeof giftApi.giftEstimateGet>

/** 確認: what goes, how long it lasts, and what remains. */
export function Confirm({
  estimate,
  give,
  typed,
  keys,
  refused,
}: {
  readonly estimate: Attempted<Estimate>
  readonly give: Gifts['give']
  readonly typed: Readonly<Record<string, string>>
  readonly keys: FormKeys
  readonly refused: Stayed['refused'] | undefined
}) {
  const { lineId, megabytes = '', nickname = '', toRoleId = '' } = typed
  const back = {
    href: giftHref({ lineId, give: '1', megabytes, nickname, toRoleId }),
    label: '選び直す',
  }
  if ('refused' in estimate)
    return (
      <>
        {refused === undefined ? (
          <RefusalNotice title="この量は贈れません" reason={estimate.refused} />
        ) : null}
        <TapLink href={back.href}>{back.label}</TapLink>
      </>
    )
  const { bytes, lots, leftBytes, buysAutomatically, expiresAt } = estimate.value
  const to = give.family.find(({ roleId }) => roleId === toRoleId)
  return (
    <>
      <KeyFigures
        label="贈る内容"
        what={`${formatVolume(bytes, 'quota')}を贈ります`}
        figures={[
          ['費用', '0円'],
          ['贈ったあとの残り', formatVolume(leftBytes, 'residual')],
        ]}
      />
      {leftBytes === 0 ? (
        <Notice tone="warning" title="残りがなくなります">
          <p>贈るとすぐに、低速（200kbps）に切り替わります。</p>
        </Notice>
      ) : null}
      {buysAutomatically ? (
        <Notice tone="warning" title="自動チャージが買い足します">
          <p>
            贈ったあとの残りが、自動チャージの設定を下回ります。設定のとおり、自動で購入されます。
          </p>
        </Notice>
      ) : null}
      <Card>
        <SummaryList
          entries={[
            ['贈る相手', to === undefined ? 'コードを伝えた方' : to.name],
            ['お相手に見せる名前', nickname],
            ...lots.map((lot) => ['お相手が使える期限', lotWords(lot)] as const),
            ['受け取りの期限', formatLimit(expiresAt)],
          ]}
        />
      </Card>
      <ConfirmForm
        keys={keys}
        conditions={`${megabytes}.${toRoleId}`}
        values={{
          intent: 'give',
          megabytes,
          nickname,
          ...(toRoleId !== '' && { toRoleId }),
          ...(lineId && { lineId }),
        }}
        submitLabel={`${formatVolume(bytes, 'quota')}を贈る`}
        refused={refused}
        back={back}
        under="お相手が受け取るまでは取り消せます。受け取られたあとは取り消せません。"
      />
    </>
  )
}
