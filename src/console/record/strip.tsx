import { Link } from 'react-router'
import { caseReasons } from '#vocabulary/console.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Press } from '#console/parts/press.tsx'
import { Icon } from '#console/shell/icon.tsx'
import { ticketPlace } from '#console/shell/places.ts'
import { formatTime } from '#ui/format.ts'
import type { Grant } from './load.ts'

/** Whose record, out of which case, why, how sure it is that the member calls, and until when. */
export function Strip({ grant, keys }: { readonly grant: Grant; readonly keys: FormKeys }) {
  const isUnproved = grant.parts.length === 0
  return (
    <div className={isUnproved ? 'strip strip--unproved' : 'strip'}>
      <Link to={ticketPlace(grant.ticketNo)}>
        <b>{grant.ticketNo}</b>
      </Link>
      <span>{caseReasons[grant.reason]}</span>
      <h1>{grant.name === undefined ? '電話の相手を確かめる' : `${grant.name} さん`}</h1>
      <Proof grant={grant} />
      <span className="strip__end">
        閲覧は <b>{formatTime(grant.endsAt)}</b> まで
        <Press keys={keys} intent="prolong" values={{ grant: grant.grant }} kind="plain">
          延ばす
        </Press>
        <Press keys={keys} intent="close" values={{ grant: grant.grant }}>
          閉じる
        </Press>
      </span>
    </div>
  )
}

function Proof({ grant: { proof, reason, parts } }: { readonly grant: Grant }) {
  if (proof === 'strong')
    return (
      <span className="strip__good">
        <Icon name="shield" /> ご本人と確かめました
      </span>
    )
  if (proof === 'weak')
    return (
      <span>
        <Icon name="shield" /> 弱い確認だけです（止める・聞く・送るだけ）
      </span>
    )
  if (reason !== 'contact') return null
  return parts.length === 0 ? (
    <b>
      <Icon name="lock" /> まだ、ご本人と確かめていません。契約の中身は開きません
    </b>
  ) : null
}
