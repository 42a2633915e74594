import type { LineName } from '#portal/mypage/shared/wire.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { claimPage, pages, withQuery } from '#vocabulary/pages.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { isEnded } from '#portal/mypage/shared/is-ended.ts'
import { CoveredCard } from '#portal/mypage/device/covered-card.tsx'
import { BoughtCard } from '#portal/mypage/device/bought-card.tsx'
import { PressForm } from '#portal/mypage/device/press-form.tsx'
import type { Claim, Contract, Devices, Purchase } from '#portal/mypage/device/wire.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink, ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDate } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'

type ListProps = {
  readonly devices: Devices
  readonly terminals: readonly Purchase[]
  readonly contract: Contract
  readonly keys: FormKeys
}

/** Covered devices, what was bought from us and is paid for, and what became of claims. */
export function DeviceList({ devices, terminals, contract, keys }: ListProps) {
  const { registering } = devices
  const current = devices.devices.filter(({ state }) => state !== 'ended')
  const former = devices.devices.filter(({ state }) => state === 'ended')
  const waiting = linesToRegister(devices, contract)
  const claims = [...devices.devices, ...devices.bought]
    .flatMap((device) => device.claims)
    .toSorted((one, other) => (one.receivedOn < other.receivedOn ? 1 : -1))
  return (
    <>
      <Section id="covered" title="つながる端末保証">
        {registering.map(({ orderNo, line, stateLabel, message }) => (
          <Notice key={orderNo} title={`端末の登録：${stateLabel}`}>
            <p>
              {fullNameOfLine(line)}：{message}
            </p>
            <PressForm
              keys={keys}
              intent="withdraw"
              values={{ orderNo }}
              label="登録を取り下げる"
            />
          </Notice>
        ))}
        {current.map((device) => (
          <CoveredCard key={device.deviceId} device={device} keys={keys} />
        ))}
        {waiting.map((line) => (
          <Unregistered key={line.lineId} line={line} />
        ))}
        {current.length + waiting.length + registering.length > 0 ? null : (
          <NoCover isOver={isEnded(contract)} />
        )}
      </Section>
      {terminals.length === 0 ? null : (
        <Section id="bought" title="当社で購入した端末">
          {terminals.map((purchase) => (
            <BoughtCard
              key={purchase.deviceId}
              purchase={purchase}
              bought={devices.bought.find(({ deviceId }) => deviceId === purchase.deviceId)}
            />
          ))}
        </Section>
      )}
      <Section id="claims" title="修理・交換の受付">
        {claims.length === 0 ? (
          <p>受け付けた修理・交換はありません。請求すると、ここに進み具合が表示されます。</p>
        ) : (
          <ul className="card option-list" role="list">
            {claims.map((claim) => (
              <ClaimRow key={claim.orderNo} claim={claim} />
            ))}
          </ul>
        )}
      </Section>
      {former.length === 0 ? null : (
        <Section id="former" title="保証が終わった端末">
          {former.map((device) => (
            <CoveredCard key={device.deviceId} device={device} keys={keys} />
          ))}
        </Section>
      )}
    </>
  )
}

function Unregistered({ line }: { readonly line: LineName }) {
  return (
    <Card>
      <div className="section__head">
        <h3>{fullNameOfLine(line)}</h3>
        <Badge tone="warning">端末が未登録</Badge>
      </div>
      <p>端末を登録すると、その日から保証の対象になります。SIMを端末に入れてお手続きください。</p>
      <ButtonLinkRow kind="primary" href={withQuery(pages.deviceRegister, { lineId: line.lineId })}>
        端末を登録する<span className="visually-hidden">：{fullNameOfLine(line)}</span>
      </ButtonLinkRow>
    </Card>
  )
}

/** Lines with the cover whose device nobody has named yet. */
function linesToRegister({ devices, registering }: Devices, { options }: Contract) {
  const taken = new Set([
    ...devices.filter(({ state }) => state !== 'ended').map(({ line }) => line.lineId),
    ...registering.map(({ line }) => line.lineId),
  ])
  return options.flatMap(({ optionCode, line, state }) =>
    optionCode === 'deviceCover' && state !== 'ended' && line && !taken.has(line.lineId)
      ? [line]
      : [],
  )
}

function NoCover({ isOver }: { readonly isOver: boolean }) {
  return (
    <EmptyState
      title="保証している端末はありません"
      action={
        isOver ? undefined : <ButtonLink href={pages.option}>オプションの画面で申し込む</ButtonLink>
      }
    >
      {isOver
        ? 'ご契約が終了しているため、端末の保証は新しく始められません。'
        : 'つながる端末保証に申し込み、端末を登録すると、ここに保証の期間と、修理・交換の残り回数が表示されます。'}
    </EmptyState>
  )
}

const tones = { closed: 'good', refused: 'danger', lapsed: 'warning' } as const

function ClaimRow({ claim }: { readonly claim: Claim }) {
  const { orderNo, causeLabel, basisLabel, happenedOn, state, stateLabel } = claim
  const tone =
    state === 'closed' || state === 'refused' || state === 'lapsed' ? tones[state] : 'neutral'
  return (
    <li>
      <p className="option-list__head">
        <TextLink href={claimPage(orderNo)}>
          {formatDate(happenedOn)}の{causeLabel}
        </TextLink>
        <Badge tone={tone}>{stateLabel}</Badge>
      </p>
      <p className="small muted">
        {basisLabel}・受付番号 {orderNo}
      </p>
    </li>
  )
}
