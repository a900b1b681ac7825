#!/bin/bash

# The program in an environment of its own, from the wheel that was fetched.
install_program() {
    ynh_setup_source --dest_dir="$install_dir/wheel" --full_replace
    make_environment
}

# From the wheel that lies there.
make_environment() {
    python3 -m venv --clear "$install_dir/venv"
    "$install_dir/venv/bin/pip" install --quiet "$install_dir"/wheel/*.whl
    chown -R root:"$app" "$install_dir"
}

# What the web server and systemd are told; the same at every installation and upgrade.
add_configuration() {
    ynh_config_add_nginx
    ynh_config_add_systemd
    yunohost service add "$app" --description="Score sheets of card tables"
}
