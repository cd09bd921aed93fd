import type { ReactNode } from 'react'
import { ButtonLink } from '../components/ui/button.tsx'
import { PageHeader } from '../components/ui/page-header.tsx'

export function NotFound(): ReactNode {
  return (
    <>
      <PageHeader title="Page not found" lead="There is nothing at this address." />
      <ButtonLink to="/">Return to Dashboard</ButtonLink>
    </>
  )
}
