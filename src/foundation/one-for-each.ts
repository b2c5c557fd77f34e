/** Something that is made once for each object it belongs to, when it is first asked for, and goes with it. */
export function oneForEach<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new WeakMap<Of, { readonly it: Made }>()
  return (of) => {
    const known = made.get(of) ?? { it: make(of) }
    made.set(of, known)
    return known.it
  }
}
