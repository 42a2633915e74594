import { ButtonLink } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import type { Phone } from './phone.ts'

type CodeProps = {
  readonly code: {
    readonly activationCode: string
    readonly smdpAddress: string
    readonly matchingId: string
    readonly qrSvg: string
    readonly expiresAt?: string | undefined
  }
  /** The telephone that reads this page, where it takes an eSIM by a link. */
  readonly phone: Phone | undefined
}

/** The code of an eSIM in every way in which a telephone takes it: a link, a picture, and letters to type. */
export function EsimCode({ code, phone }: CodeProps) {
  return (
    <>
      <AddHere activationCode={code.activationCode} phone={phone} />
      <EsimQr qrSvg={code.qrSvg} />
      <SummaryList
        entries={[
          ...typedCodes(code),
          ['有効期限', code.expiresAt && formatDateTime(code.expiresAt)],
        ]}
      />
    </>
  )
}

/** The link by which this telephone adds the eSIM to itself; nothing where none opens. */
export function AddHere({
  activationCode,
  phone,
}: {
  readonly activationCode: string
  readonly phone: Phone | undefined
}) {
  if (phone === undefined) return null
  return (
    <>
      <p>
        この端末に入れるときは、次のボタンから追加できます。開かないときは、QRコードの下のコードを入力してください。
      </p>
      <p className="button-row">
        <ButtonLink kind="primary" href={setupLink(phone, activationCode)}>
          {addWords[phone]}
        </ButtonLink>
      </p>
    </>
  )
}

export const EsimQr = ({ qrSvg }: { readonly qrSvg: string }) => (
  <img
    className="flow-qr"
    src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
    alt="アクティベーションコードのQRコード"
    width={240}
    height={240}
  />
)

/** What is typed where no camera is: entries of a summary list. */
export const typedCodes = ({
  activationCode,
  smdpAddress,
  matchingId,
}: Pick<CodeProps['code'], 'activationCode' | 'smdpAddress' | 'matchingId'>) => [
  copied('アクティベーションコード', activationCode),
  copied('SM-DP+アドレス', smdpAddress),
  copied('マッチングID', matchingId),
]

function copied(term: string, value: string): SummaryEntry {
  return [
    term,
    <span key="value" className="copied">
      <span className="flow-code">{value}</span>
      <CopyButton text={value} label={term} />
    </span>,
  ]
}

const addWords = { apple: 'このiPhoneに追加する', android: 'このAndroidに追加する' }

const setupPages = {
  apple: 'https://esimsetup.apple.com/esim_qrcode_provisioning',
  android: 'https://esimsetup.android.com/esim_qrcode_provisioning',
}

/** The address a telephone's own settings answer; both take the code as it is, `LPA:1$…`. */
function setupLink(platform: Phone, activationCode: string): string {
  const code = encodeURIComponent(activationCode).replaceAll('%3A', ':').replaceAll('%24', '$')
  return `${setupPages[platform]}?carddata=${code}`
}
