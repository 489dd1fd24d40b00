/** What shows the results: the panel below an input, or the dialog. */
export interface Surface {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}
