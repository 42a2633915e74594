type Crumb = { readonly href: string; readonly label: string }

type BreadcrumbProps = { readonly way: readonly Crumb[]; readonly here: string }

export function Breadcrumb({ way, here }: BreadcrumbProps) {
  return (
    <nav className="breadcrumb" aria-label="パンくずリスト">
      <ol>
        {way.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  )
}
