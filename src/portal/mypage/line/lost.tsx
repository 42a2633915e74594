import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { ButtonLink, ButtonLinkRow, ButtonRow } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { hrefOfLine, nameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { LineDetail } from '#portal/mypage/shared/wire.ts'
import { StopForm } from './lost-line.tsx'

type LostProps = {
  readonly detail: LineDetail
  /** The member has asked to stop and is asked once more. */
  readonly asking: boolean
  readonly keys: FormKeys
}

/** A lost line is stopped at once, and resumed as quickly when it is found. */
export function Lost({ detail, asking, keys }: LostProps) {
  const { line, suspend, resume } = detail
  const stopped = line.status === 'suspended'
  if (stopped && resume.allowed)
    return (
      <p>
        この回線は、紛失のお届けにより止めています。端末やSIMが見つかったら、画面の先頭からすぐに再開できます。手数料はかかりません。
      </p>
    )
  if (stopped && line.suspensionReason !== 'lost') return <StoppedAnyway />
  if (stopped) return <RefusalNotice title="ここからは再開できません" reason={resume} />
  if (!suspend.allowed) return <RefusalNotice title="いまは止められません" reason={suspend} />
  if (!asking)
    return (
      <>
        <p>
          端末やSIMをなくしたときは、通話・SMS・データ通信をすぐに止められます。見つかればいつでも再開でき、手数料はかかりません。
        </p>
        <ButtonLinkRow kind="danger" href="?ask=stop#lost">
          紛失のため回線を止める
        </ButtonLinkRow>
      </>
    )
  return (
    <>
      <Notice tone="warning" title={`「${nameOfLine(line)}」を止めますか`}>
        <ul className="plain-list">
          <li>数秒で、通話・SMS・データ通信ができなくなります。</li>
          <li>止めているあいだも、月々の料金はかかります。</li>
          <li>見つかったら、このページからすぐに再開できます。</li>
        </ul>
      </Notice>
      <ButtonRow>
        <StopForm lineId={line.lineId} keys={keys} />
        <ButtonLink kind="plain" href={hrefOfLine(line.lineId)}>
          止めずに戻る
        </ButtonLink>
      </ButtonRow>
    </>
  )
}

/** Unpaid or unsafe: nobody can use the line, with or without the device. */
function StoppedAnyway() {
  return (
    <Notice title="この回線はすでに止まっています">
      <p>
        通話・SMS・データ通信は、どなたもご利用になれません。再開したあとで端末やSIMをなくしたときは、ここからすぐに止められます。
      </p>
    </Notice>
  )
}
