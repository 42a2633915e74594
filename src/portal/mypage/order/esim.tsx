import type { Refusal } from '#vocabulary/refusal.ts'
import { orderPage } from '#vocabulary/pages.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { simApi } from '#protocol/sim.ts'

export type Activation = Result<typeof simApi.esimActivationGet>

type EsimProps = {
  readonly orderNo: string
  readonly ready: boolean
  readonly activation: Activation | undefined
  readonly refused: Refusal | undefined
}

export function Esim({ orderNo, ready, activation, refused }: EsimProps) {
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
            <ButtonLink href={`${orderPage(orderNo)}&ask=esim#esim`}>
              アクティベーションコードを表示する
            </ButtonLink>
          </p>
        </>
      ) : null}
      {activation === undefined ? null : <Code activation={activation} />}
    </Section>
  )
}

function Code({ activation }: { readonly activation: Activation }) {
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
          <p>表示している端末そのものに設定するときは、コードを入力する方法が使えます。</p>
        </li>
        <li>
          <strong>APNを設定します</strong>
          <p>
            <a href="/apn">APN設定の手順</a>
          </p>
        </li>
      </ol>
      <img
        className="flow-qr"
        src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
        alt="アクティベーションコードのQRコード"
        width={240}
        height={240}
      />
      <SummaryList
        entries={[
          {
            term: 'アクティベーションコード',
            value: <span className="flow-code">{activationCode}</span>,
          },
          { term: 'SM-DP+アドレス', value: <span className="flow-code">{smdpAddress}</span> },
          { term: 'マッチングID', value: <span className="flow-code">{matchingId}</span> },
          ...(expiresAt === undefined
            ? []
            : [{ term: '有効期限', value: formatDateTime(expiresAt) }]),
        ]}
      />
    </>
  )
}
