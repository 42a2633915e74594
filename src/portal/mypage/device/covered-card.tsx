import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { nameOfDevice } from '#portal/mypage/shared/device-name.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { PressForm } from '#portal/mypage/device/press-form.tsx'
import type { Claimable, Covered } from '#portal/mypage/device/wire.ts'
import { Accordion } from '#ui/accordion.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDate } from '#ui/format.ts'
import { MeterBar } from '#ui/meter.tsx'
import { SummaryList } from '#ui/summary-list.tsx'

/** A year has two claims, the exchange option one: the share that is left. */
const mostOf = ({ basis }: Claimable) => (basis === 'cover' ? 2 : 1)

export function CoveredCard({
  device,
  keys,
}: {
  readonly device: Covered
  readonly keys: FormKeys
}) {
  const { deviceId, name, line, imeiMasked, state, stateLabel } = device
  const isOver = state === 'ended'
  return (
    <Card>
      <div className="section__head">
        <h3>{nameOfDevice(device)}</h3>
        <Badge tone={isOver ? 'neutral' : 'good'}>{isOver ? '保証終了' : stateLabel}</Badge>
      </div>
      {isOver ? null : <ClaimsLeft claimable={device.claimable} />}
      <SummaryList
        entries={[
          ['回線', fullNameOfLine(line)],
          ['IMEI', imeiMasked],
          ['保証の期間', periodOf(device)],
          ['メーカーの保証', device.warrantyUntil && `${formatDate(device.warrantyUntil)}まで`],
        ]}
      />
      <ClaimWay deviceId={deviceId} name={name} claimable={device.claimable} />
      {isOver ? null : (
        <Accordion title="端末を替える・登録を外す">
          <p>買い替えたときは、SIMを新しい端末に入れてから、保証を移してください。</p>
          <ButtonLinkRow
            href={withQuery(pages.deviceRegister, {
              lineId: line.lineId,
              fromDeviceId: deviceId,
            })}
          >
            新しい端末へ移す<span className="visually-hidden">：{name}</span>
          </ButtonLinkRow>
          <p className="small">
            登録を外すと、今日かぎりで保証の対象から外れます。オプションの料金は変わりません。
          </p>
          <PressForm
            keys={keys}
            intent="remove"
            values={{ deviceId }}
            label="登録を外す"
            of={name}
          />
        </Accordion>
      )}
    </Card>
  )
}

const periodOf = ({ coveredFrom, coveredUntil }: Covered) =>
  `${formatDate(coveredFrom)}から${coveredUntil === undefined ? '' : `${formatDate(coveredUntil)}まで`}`

export function ClaimsLeft({ claimable }: { readonly claimable: Claimable }) {
  const { claimsLeft, countedUntil, basis } = claimable
  return (
    <div className="device-left">
      <p>
        修理・交換：残り<strong>{claimsLeft}回</strong>
        <span className="small muted">
          {basis === 'cover'
            ? `（${formatDate(countedUntil)}までの1年に2回）`
            : `（${formatDate(countedUntil)}まで）`}
        </span>
      </p>
      <MeterBar share={claimsLeft / mostOf(claimable)} />
    </div>
  )
}

/** Where a claim begins, or why not and from when. */
export function ClaimWay({
  deviceId,
  name,
  claimable,
}: {
  readonly deviceId: string
  readonly name: string
  readonly claimable: Claimable
}) {
  const { basis, basisLabel, claim } = claimable
  if (!claim.allowed)
    return (
      <p className="small">
        {claim.message}
        {claim.freeFrom === undefined ? '' : `${formatWhen(claim.freeFrom)}から請求できます。`}
      </p>
    )
  return (
    <ButtonLinkRow href={withQuery(pages.deviceClaim, { deviceId, basis })}>
      修理・交換を請求する
      <span className="visually-hidden">{`：${name}（${basisLabel}）`}</span>
    </ButtonLinkRow>
  )
}
