#!/usr/bin/env bash
# Lays the real sites of the laws into a folder: sites.sh DIR. Prints "NAME PATH" of each, and writes
# DIR/versions with package, version and SHA-256. Debian packages are unpacked, nothing is installed.
set -euo pipefail
dir=${1:?usage: sites.sh DIR}
mkdir -p "$dir/packages"
dir=$(cd "$dir" && pwd)
: >"$dir/versions"

unpack() { # NAME PACKAGE ROOT
  local at=$dir/packages/$2 file
  if [[ ! -e $at.deb ]]; then
    rm -rf "$at.new" && mkdir "$at.new"
    (cd "$at.new" && apt-get download -q "$2" >/dev/null)
    mv "$at.new"/*.deb "$at.deb" && rmdir "$at.new"
    rm -rf "$at" && dpkg -x "$at.deb" "$at"
  fi
  [[ -d $at/$3 ]] || { echo "sites.sh: $2 holds no $3" >&2; exit 1; }
  [[ -e $dir/$1 ]] || cp -rL "$at/$3" "$dir/$1" 2>/dev/null || true
  local sum; sum=$(sha256sum "$at.deb" | cut -d' ' -f1)
  echo "$1 $2 $(dpkg-deb -f "$at.deb" Version) $sum" >>"$dir/versions"
  echo "$1 $dir/$1"
}

while read -r name package root; do
  [[ -z $name || $name == \#* ]] || unpack "$name" "$package" "usr/share/$root"
done <<'SITES'
# sites of bench/sets
python3 python3.11-doc doc/python3.11/html
postgresql postgresql-doc-15 doc/postgresql-doc-15/html
django python-django-doc doc/python-django-doc/html
sqlalchemy python-sqlalchemy-doc doc/python-sqlalchemy-doc/html
sqlite3 sqlite3-doc doc/sqlite3
git git-doc doc/git-doc
apache-fr apache2-doc doc/apache2-doc/manual/fr
libreoffice-de libreoffice-help-de libreoffice/help
libreoffice-ja libreoffice-help-ja libreoffice/help
debian-faq debian-faq doc/debian/FAQ
debian-faq-ja debian-faq-ja doc/debian/FAQ/ja
debian-faq-zh-cn debian-faq-zh-cn doc/debian/FAQ/zh-cn
commons-math libcommons-math3-java-doc doc/libcommons-math3-java/api
sfml libsfml-doc doc/libsfml-dev/html
borgbackup borgbackup-doc doc/borgbackup/html
nodejs nodejs-doc doc/nodejs/api
jdk openjdk-17-doc doc/openjdk-17-jre-headless/api/java.base
libadwaita libadwaita-1-doc doc/libadwaita-1
# further ones
swi-prolog swi-prolog-doc swi-prolog/doc
gtk3 libgtk-3-doc gtk-doc/html/gtk3
fpc fp-docs-3.2.2 doc/fp-docs/3.2.2
octave octave-doc doc/octave/octave.html
gap gap-doc gap/doc
erlang erlang-doc doc/erlang-doc
twisted twisted-doc doc/twisted-doc/html
cppreference cppreference-doc-en-html cppreference/doc/html/en
qtbase qtbase5-doc-html qt5/doc
racket racket-doc doc/racket
ghc-base ghc-doc doc/ghc-doc/html/libraries/base-4.15.1.0
maxima maxima-doc doc/maxima-doc/html
gnuplot gnuplot-doc doc/gnuplot/htmldocs
nim nim-doc doc/nim/html
vim vim-doc doc/vim/html
asciidoctor asciidoctor-doc doc/asciidoctor-doc/html
bacula bacula-doc doc/bacula-doc/html/main
bind9 bind9-doc doc/bind9-doc/arm
cython cython-doc doc/cython-doc/html
policy debian-policy doc/debian-policy/policy.html
gimp gimp-help-en gimp/2.0/help/en
lily-notation lilypond-doc-html doc/lilypond/html/Documentation/notation
privoxy privoxy doc/privoxy
povray povray-doc doc/povray/html
flask python-flask-doc doc/python-flask-doc/html
slurm slurm-wlm-doc doc/slurm-wlm/html
glib libglib2.0-doc gtk-doc/html/glib
mutt mutt doc/mutt/html
buildbot buildbot-doc doc/buildbot/html
cmake cmake-doc doc/cmake-data/html
ant ant-doc doc/ant/manual
avr-libc avr-libc doc/avr-libc/avr-libc-user-manual
handbook debian-handbook doc/debian-handbook/html/en-US
handbook-fr debian-handbook doc/debian-handbook/html/fr-FR
exim exim4-doc-html doc/exim4-doc-html/spec_html
ffmpeg ffmpeg-doc doc/ffmpeg/manual
grass grass-doc doc/grass-doc/html
groovy groovy-doc doc/groovy/gapi
haproxy haproxy-doc doc/haproxy/html
imagemagick imagemagick-6-doc doc/imagemagick-6-common/html/www
krb5 krb5-doc doc/krb5-doc
boost libboost1.74-doc doc/libboost1.74-doc/doc/html
eigen libeigen3-doc doc/libeigen3-dev/html
gsk4 libgtk-4-doc doc/libgtk-4-doc/gsk4
ocamlnet libocamlnet-ocaml-doc doc/libocamlnet-ocaml/html-main
libvirt libvirt-doc doc/libvirt-doc/html
linux-admin linux-doc-6.1 doc/linux-doc-6.1/html/admin-guide
mkdocs mkdocs-doc doc/mkdocs/html
scikit-learn python-sklearn-doc doc/python-sklearn-doc/html
sympy python-sympy-doc doc/python-sympy-doc/html
r-manuals r-doc-html R/doc/manual
sbcl-internals sbcl-doc doc/sbcl/sbcl-internals
tomcat tomcat10-docs tomcat10-docs/docs
valgrind valgrind doc/valgrind/html
weechat weechat-doc doc/weechat-doc/html
zsh zsh-doc doc/zsh-common/html
SITES

# Documentation of the Rust toolchain (rustup component add rust-docs).
rust=$(rustc --print sysroot)/share/doc/rust/html
for name in book cargo alloc; do
  [[ -e $dir/$name ]] || cp -rL "$rust/$name" "$dir/$name"
  echo "$name rust-docs $(rustc --version | cut -d' ' -f2) -" >>"$dir/versions"
  echo "$name $dir/$name"
done
