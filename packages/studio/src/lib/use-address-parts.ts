import { useSearchParams } from 'react-router';

/** A change of named parts of the address's search; empty text takes a part away. */
type AddressChange<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/**
 * The search of the page's address, and a function that changes parts of it in place. A change builds on the address of
 * that moment. React shows two quick changes late, and the second would undo the first.
 */
export function useAddressParts<Name extends string>(): readonly [
  address: URLSearchParams,
  change: (parts: AddressChange<Name>) => void,
] {
  const [address, setAddress] = useSearchParams();
  const change = (parts: AddressChange<Name>) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries<string | undefined>(parts)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setAddress(next, { replace: true });
  };
  return [address, change];
}
