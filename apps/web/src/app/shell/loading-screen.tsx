import type { ReactNode } from 'react'
import { Loading } from '../../components/ui/loading.tsx'

/** Stands until it is known who is here, or until a screen has come. */
export function LoadingScreen(): ReactNode {
  return <Loading />
}
