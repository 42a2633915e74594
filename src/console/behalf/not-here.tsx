import { StatePanel } from '#console/shell/failure.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { behalfPlace } from '#console/shell/places.ts'
import { useParams } from 'react-router'
import { ButtonLinkRow } from '#ui/button.tsx'

export const meta = consoleMeta('代理では開けません')

/** A page of my page that staff do not open: what shows it to them is the record, part by part. */
export default function NotHere() {
  const { grant = '' } = useParams()
  return (
    <StatePanel icon="lock" title="この画面は、代理では開けません">
      <p>会員だけの画面です。必要なところは、会員の記録で、部分ごとに開いてください。</p>
      <ButtonLinkRow href={behalfPlace(grant)}>代理の手続きへ</ButtonLinkRow>
    </StatePanel>
  )
}
