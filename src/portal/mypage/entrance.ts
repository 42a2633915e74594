import { pages } from '#vocabulary/pages.ts'
import { redirect } from 'react-router'

export function loader() {
  return redirect(pages.top)
}
