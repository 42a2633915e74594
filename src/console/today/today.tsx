import { consoleMeta } from '#console/shell/crumb.ts'
import { StatePanel } from '#console/shell/failure.tsx'

export const handle = { crumbs: [{ label: '今日' }] }
export const meta = consoleMeta('今日')

export default function Today() {
  return (
    <StatePanel icon="home" title="今日">
      <p>左の一覧から、仕事をはじめてください。</p>
    </StatePanel>
  )
}
