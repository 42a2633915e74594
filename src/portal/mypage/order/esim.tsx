import type { Refusal } from '#vocabulary/refusal.ts'
import { orderPage } from '#vocabulary/pages.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { EsimCode } from '#portal/mypage/shared/esim-code.tsx'
import type { Phone } from '#portal/mypage/shared/phone.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { simApi } from '#protocol/sim.ts'
import { TapLink } from '#ui/text-link.tsx'

/** What the section shows; which line it is for says the page. */
export type Activation = Omit<Result<typeof simApi.esimActivationGet>, 'lineId' | 'number'>

type EsimProps = {
  readonly orderNo: string
  readonly ready: boolean
  readonly activation: Activation | undefined
  readonly phone: Phone | undefined
  readonly refused: Refusal | undefined
}

export function Esim({ orderNo, ready, activation, phone, refused }: EsimProps) {
  return (
    <Section id="esim" title="eSIMの設定">
      {refused === undefined ? null : <RefusalNotice reason={refused} />}
      {ready ? null : (
        <p>
          eSIMを準備しています。準備ができると、ここにアクティベーションコードが表示されます。メールでもお知らせします。
        </p>
      )}
      {ready && activation === undefined ? (
        <>
          <p>
            アクティベーションコードを読み取ると、eSIMを端末に入れられます。コードは他人に見せないでください。
          </p>
          <p>
            <ButtonLink kind="primary" href={`${orderPage(orderNo)}&ask=esim#esim`}>
              アクティベーションコードを表示する
            </ButtonLink>
          </p>
        </>
      ) : null}
      {activation === undefined ? null : <Code activation={activation} phone={phone} />}
    </Section>
  )
}

function Code({
  activation,
  phone,
}: {
  readonly activation: Activation
  readonly phone: Phone | undefined
}) {
  const { activationCode, smdpAddress, matchingId, qrSvg, expiresAt, installedAt } = activation
  return (
    <>
      {installedAt === undefined ? null : (
        <Notice tone="good">{`${formatDateTime(installedAt)}に端末へ設定されました。`}</Notice>
      )}
      <ol className="steps">
        <li>
          <strong>Wi-Fiにつなぎ、端末の設定からeSIMの追加を選びます</strong>
        </li>
        <li>
          <strong>QRコードを読み取るか、下のコードを入力します</strong>
        </li>
        <li>
          <strong>APNを設定します</strong>
          <TapLink href="/apn">APN設定の手順</TapLink>
        </li>
        <li>
          <strong>この画面に戻り、回線を切り替えます</strong>
        </li>
      </ol>
      <EsimCode
        code={{ activationCode, smdpAddress, matchingId, qrSvg, expiresAt }}
        phone={phone}
      />
    </>
  )
}
