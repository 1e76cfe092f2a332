;;; textproto-mode.el --- Major mode for protobuf's text format  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "29.1"))

;;; Commentary:

;; Colours, comments and indentation of text format.  The language server
;; of TPU Embedding Tools does the rest, by way of eglot or lsp-mode.

;;; Code:

(defvar textproto-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?< "(>" table)
    (modify-syntax-entry ?> ")<" table)
    table))

(defvar textproto-font-lock-keywords
  `(("\\_<\\([[:alpha:]_][[:alnum:]_]*\\)\\s-*:" 1 font-lock-variable-name-face)
    ("\\_<\\([[:alpha:]_][[:alnum:]_]*\\)\\s-*[{<]" 1 font-lock-type-face)
    ("\\(\\[[[:alnum:]_./-]+]\\)\\s-*[:{<]" 1 font-lock-preprocessor-face)
    (":\\s-*\\([[:alpha:]_][[:alnum:]_]*\\)" 1 font-lock-constant-face)
    ("\\_<\\(?:0[xX][[:xdigit:]]+\\|[0-9]+\\(?:\\.[0-9]*\\)?\\(?:[eE][-+]?[0-9]+\\)?f?\\)\\_>"
     . 'font-lock-number-face)))

(defun textproto-indent-line ()
  "Indent by two blanks for each bracket that is open."
  (let ((depth (save-excursion
                 (back-to-indentation)
                 (- (car (syntax-ppss)) (if (looking-at "[]}>]") 1 0)))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to (* 2 (max depth 0)))
      (save-excursion (indent-line-to (* 2 (max depth 0)))))))

;;;###autoload
(define-derived-mode textproto-mode prog-mode "Textproto"
  "Major mode for protobuf's text format."
  (setq-local comment-start "# "
              comment-start-skip "#+\\s-*"
              indent-line-function #'textproto-indent-line
              indent-tabs-mode nil
              font-lock-defaults '(textproto-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:textproto\\|txtpb\\|textpb\\|pbtxt\\)\\'" . textproto-mode))

(provide 'textproto-mode)
;;; textproto-mode.el ends here
