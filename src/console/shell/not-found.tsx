import { data } from 'react-router'
import { consoleMeta } from './crumb.ts'

export const handle = { crumbs: [{ label: '見つかりません' }] }
export const meta = consoleMeta('見つかりません')

/** Thrown, so that the answer is a 404 and the page that of any missing item. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
