import { redirect } from 'react-router'

export function loader() {
  return redirect('/mypage/top.html')
}
